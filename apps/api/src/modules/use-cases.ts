import { randomUUID } from 'node:crypto';
import { makeAuthenticate } from '@carryover/application/authenticate';
import { makeCompareControlTotals } from '@carryover/application/compare-control-totals';
import { makeCreateHistoricalBillingDocuments } from '@carryover/application/create-historical-billing-documents';
import { makeCreateHistoricalStatements } from '@carryover/application/create-historical-statements';
import { makeCreateNotes } from '@carryover/application/create-notes';
import { makeCreatePaymentInstruction } from '@carryover/application/create-payment-instruction';
import { makeCreateTransactions } from '@carryover/application/create-transactions';
import { makeObtainToken } from '@carryover/application/obtain-token';
import { makePrepareDemo } from '@carryover/application/prepare-demo';
import { makeSummariseAccount } from '@carryover/application/summarise-account';
import { makeUnknownFieldsPolicy } from '@carryover/application/unknown-fields-policy';
import { makeVerifyDocuments } from '@carryover/application/verify-documents';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

export const useCases = new ContainerModule(({ bind }) => {
  bind(tokens.clock).toConstantValue({ now: () => new Date() });
  bind(tokens.createNotes)
    .toResolvedValue(
      (unitOfWork, verifyDocuments) => makeCreateNotes({ unitOfWork, verifyDocuments }),
      [tokens.unitOfWork, tokens.verifyDocuments],
    )
    .inSingletonScope();
  bind(tokens.createTransactions)
    .toResolvedValue((unitOfWork) => makeCreateTransactions({ unitOfWork }), [tokens.unitOfWork])
    .inSingletonScope();
  bind(tokens.verifyDocuments)
    .toResolvedValue(
      (suppliers, unitOfWork, documentStore) => makeVerifyDocuments({ suppliers, unitOfWork, documentStore }),
      [tokens.suppliers, tokens.unitOfWork, tokens.documentStore],
    )
    .inSingletonScope();
  bind(tokens.createHistoricalBillingDocuments)
    .toResolvedValue((unitOfWork) => makeCreateHistoricalBillingDocuments({ unitOfWork }), [tokens.unitOfWork])
    .inSingletonScope();
  bind(tokens.createHistoricalStatements)
    .toResolvedValue(
      (unitOfWork, verifyDocuments) => makeCreateHistoricalStatements({ unitOfWork, verifyDocuments }),
      [tokens.unitOfWork, tokens.verifyDocuments],
    )
    .inSingletonScope();
  bind(tokens.createPaymentInstruction)
    .toResolvedValue(
      (unitOfWork, vendors) => makeCreatePaymentInstruction({ unitOfWork, vendors }),
      [tokens.unitOfWork, tokens.vendors],
    )
    .inSingletonScope();
  bind(tokens.summariseAccount)
    .toResolvedValue((summaries) => makeSummariseAccount({ summaries }), [tokens.summaries])
    .inSingletonScope();
  bind(tokens.compareControlTotals)
    .toResolvedValue(
      (suppliers, reconciliationReader) => makeCompareControlTotals({ suppliers, reconciliationReader }),
      [tokens.suppliers, tokens.reconciliationReader],
    )
    .inSingletonScope();
  bind(tokens.unknownFieldsPolicy)
    .toResolvedValue((suppliers) => makeUnknownFieldsPolicy({ suppliers }), [tokens.suppliers])
    .inSingletonScope();
  bind(tokens.obtainToken)
    .toResolvedValue(
      (apiKeys, apiKeySecrets, accessTokens, clock) => makeObtainToken({ apiKeys, apiKeySecrets, accessTokens, clock }),
      [tokens.apiKeys, tokens.apiKeySecrets, tokens.accessTokens, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.authenticate)
    .toResolvedValue(
      (apiKeys, accessTokens, clock) => makeAuthenticate({ apiKeys, accessTokens, clock }),
      [tokens.apiKeys, tokens.accessTokens, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.prepareDemo)
    .toResolvedValue(
      (administration, apiKeys, apiKeySecrets, clock) =>
        makePrepareDemo({ administration, apiKeys, apiKeySecrets, clock, makeId: randomUUID }),
      [tokens.administration, tokens.apiKeys, tokens.apiKeySecrets, tokens.clock],
    )
    .inSingletonScope();
});
