import type { UnknownFieldsPolicy } from '@carryover/application/imports/unknown-fields-policy';
import type { DryRuns, RefusedImports } from '@carryover/application/ports/import-attempts';
import type { ErrorStep, Step } from '../pipeline/context.ts';
import type { Flags } from '../pipeline/decode.ts';
import { recordRejection } from '../pipeline/record-rejection.ts';
import { create, runImport } from '../pipeline/run.ts';
import { runRead } from '../pipeline/run-read.ts';
import { validate } from '../pipeline/validate.ts';
import { type ToErrorAnswer, toErrorAnswer } from '../responses/rejection.ts';
import type { ImportEndpoint, NamesAccount, ReadEndpoint } from './endpoint.ts';

/** A path below `/v1/data-import/` and the steps that run once its JSON body is parsed. */
export type DataImportRoute = {
  /** The path is `/v1/data-import/{name}/`. */
  readonly name: string;
  readonly toErrorAnswer: ToErrorAnswer;
  readonly steps: ReadonlyArray<Step | ErrorStep>;
};

type ImportRoutePorts = {
  readonly unknownFieldsPolicy: UnknownFieldsPolicy;
  readonly refusedImports: RefusedImports;
  readonly dryRuns: DryRuns;
};

/** The endpoint's `create/`. */
export const createRoute =
  ({ unknownFieldsPolicy, refusedImports }: ImportRoutePorts) =>
  <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
    endpoint: ImportEndpoint<Input, F, Failure, Success>,
  ): DataImportRoute => {
    const name = `${endpoint.kind}/create` as const;
    return {
      name,
      toErrorAnswer: endpoint.toErrorAnswer,
      steps: [
        runImport(endpoint, create, unknownFieldsPolicy),
        recordRejection(name, refusedImports, endpoint.itemsOf),
      ],
    };
  };

/** The endpoint's `validate/`. @returns a route for an endpoint whose use case stores nothing. */
export const validateRoute =
  ({ unknownFieldsPolicy, dryRuns }: ImportRoutePorts) =>
  <Input extends NamesAccount, F extends Flags, Failure extends { readonly kind: string }, Success>(
    endpoint: ImportEndpoint<Input, F, Failure, Success>,
  ): DataImportRoute => {
    const name = `${endpoint.kind}/validate` as const;
    return {
      name,
      toErrorAnswer,
      steps: [
        runImport(endpoint, validate(dryRuns), unknownFieldsPolicy),
        recordRejection(name, dryRuns, endpoint.itemsOf),
      ],
    };
  };

/** The route of an endpoint that reads back what is stored. */
export const readRoute = <Input, Failure extends { readonly kind: string }, Success>(
  endpoint: ReadEndpoint<Input, Failure, Success>,
): DataImportRoute => ({ name: endpoint.name, toErrorAnswer, steps: [runRead(endpoint)] });
