import type { OpenApiDocument } from '@carryover/contract/openapi/document';
import { operationsOf } from './operations.ts';

/** A response header, and the statuses that carry it at any operation. */
type ResponseHeader = {
  readonly name: string;
  readonly description: string;
  readonly statuses: ReadonlyArray<string>;
  /** True if every response of every operation has it. */
  readonly isOnEvery: boolean;
};

type HeaderComponents = { readonly headers: Readonly<Record<string, { readonly description: string }>> };

/** The headers of all responses, each once. */
export const responseHeadersOf = (openApi: OpenApiDocument): ReadonlyArray<ResponseHeader> => {
  const { headers: components } = openApi.components as HeaderComponents;
  const responses = operationsOf(openApi).flatMap(([, operation]) => Object.entries(operation.responses));
  const names = new Map(responses.flatMap(([, { headers = {} }]) => Object.entries(headers)));
  return [...names].map(([name, { $ref }]) => {
    const carrying = responses.filter(([, { headers = {} }]) => name in headers);
    return {
      name,
      description: components[$ref.slice($ref.lastIndexOf('/') + 1)]!.description,
      statuses: [...new Set(carrying.map(([status]) => status))].toSorted(),
      isOnEvery: carrying.length === responses.length,
    };
  });
};
