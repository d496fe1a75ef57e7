import type { SupplierChange } from '@carryover/application/ports/administration';
import type { StoreFailure } from '@carryover/application/ports/store-failure';
import type { AccountToImport } from '@carryover/domain/account-import';
import { connect, type OperatorUseCases } from '@carryover/operations/connect';
import { readDataSettings } from '@carryover/settings/data-settings';
import { EnvironmentReader } from '@carryover/settings/environment';
import * as E from 'fp-ts/lib/Either.js';
import type { TaskEither } from 'fp-ts/lib/TaskEither.js';

/** The operator's work for a test, by the use cases of the operator's command. */
export type OperatorWork = {
  readonly createSupplier: (organisation: string, code: string, change?: SupplierChange) => Promise<void>;
  readonly changeSupplier: (code: string, change: SupplierChange) => Promise<void>;
  readonly importAccounts: (supplier: string, accounts: ReadonlyArray<AccountToImport>) => Promise<void>;
  readonly close: () => Promise<void>;
};

const BY = { performedBy: 'test', performedBySubject: null, performedByIssuer: null, reason: null };

const done = async <A>(task: TaskEither<StoreFailure | { readonly kind: string }, A>): Promise<A> => {
  const result = await task();
  if (E.isLeft(result)) throw new Error(`The operator's use case failed: ${JSON.stringify(result.left)}`);
  return result.right;
};

/** Connects to the database when it is first used. */
export const operatorWork = (environment: Readonly<Record<string, string>>): OperatorWork => {
  const settings = readDataSettings(new EnvironmentReader(environment));
  let connected: ReturnType<typeof connect> | null = null;
  const useCases = async (): Promise<OperatorUseCases> => {
    connected ??= connect(settings);
    return (await connected).useCases;
  };
  const changeSupplier = async (code: string, change: SupplierChange): Promise<void> => {
    await done((await useCases()).suppliers.change({ name: { code }, change, actor: BY }));
  };
  return {
    changeSupplier,
    createSupplier: async (organisation, code, change = {}) => {
      await done((await useCases()).suppliers.create({ organisation, code, documentRoot: '', actor: BY }));
      await changeSupplier(code, change);
    },
    importAccounts: async (code, accounts) => {
      const { suppliers, accounts: accountUseCases } = await useCases();
      const supplier = await done(suppliers.show({ code }));
      for (const outcome of await done(accountUseCases.importBatch({ supplier, accounts, isDryRun: false })))
        if (E.isLeft(outcome)) throw new Error(`An account was refused: ${JSON.stringify(outcome.left)}`);
    },
    close: async () => (await connected)?.close(),
  };
};
