import type { Account } from '@carryover/domain/account';
import {
  type AnotherInstructionActive,
  type PaymentInstruction,
  planInstruction,
  type VerifiedInstruction,
} from '@carryover/domain/payment-instruction';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentVendor, VendorFailure } from '../ports/payment-vendor.ts';
import { NO_FINDINGS, type Store } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import type { UseCase } from '../use-case.ts';
import type { ImportCommand } from './import-command.ts';
import { type AccountRefused, requireAccount } from './judge.ts';
import { together } from './together.ts';

type CreatePaymentInstructionCommand = ImportCommand<CreatePaymentInstructionFailure> & {
  readonly instruction: PaymentInstruction;
};
export type CreatePaymentInstructionFailure = AccountRefused | AnotherInstructionActive | VendorFailure | StoreFailure;

/** The instruction is stored, now or earlier. */
export type StoredInstruction = { readonly serviceAccountNumber: string; readonly reference: string };

export type CreatePaymentInstruction = UseCase<
  CreatePaymentInstructionCommand,
  CreatePaymentInstructionFailure,
  StoredInstruction
>;

type Judged = { readonly account: Account; readonly isNeeded: boolean };

/** The account had the instruction but no longer has it: the same request will be verified when sent again. */
const CHANGED_MEANWHILE: StoreFailure = {
  kind: 'store_unavailable',
  cause: new Error('The active instruction went away while the request was served.'),
};

/** Checks the account, and returns true if it needs the instruction. */
const judgeAccount = (
  { accounts, paymentInstructions }: Store,
  { account: ref, instruction, judge }: CreatePaymentInstructionCommand,
): TE.TaskEither<CreatePaymentInstructionFailure, Judged> =>
  pipe(
    together({ account: requireAccount(accounts, judge), active: paymentInstructions.active(ref) }),
    TE.bindW('isNeeded', ({ active }) => TE.fromEither(planInstruction(active, instruction))),
  );

/**
 * Stores the instruction that the vendor confirms (§4.5): checks the account, calls the vendor with no lock held, checks again
 * and stores. If the instruction is already stored, the result is the same, without a call.
 */
export const makeCreatePaymentInstruction =
  (ports: {
    readonly unitOfWork: UnitOfWork;
    /** By the name sent in `vendor`; the codec lets no other name through. */
    readonly vendors: ReadonlyMap<string, PaymentVendor>;
  }): CreatePaymentInstruction =>
  (command) => {
    const { request, submission, instruction, judge, commit } = command;
    const on = { account: command.account, importId: request.id, commit };

    const verify = ({ isNeeded }: Judged): TE.TaskEither<VendorFailure, VerifiedInstruction | null> =>
      isNeeded ? ports.vendors.get(instruction.vendor)!.verify(instruction) : TE.right(null);

    const store = (verified: VerifiedInstruction | null) =>
      ports.unitOfWork.run<CreatePaymentInstructionFailure, Account>(on, (store) =>
        pipe(
          judgeAccount(store, command),
          TE.chainFirstEitherKW(judge.conclude),
          TE.tap(({ account, isNeeded }) => {
            if (!isNeeded) return TE.right(undefined);
            return verified === null
              ? TE.left(CHANGED_MEANWHILE)
              : store.paymentInstructions.add(account, request.id, { ...instruction, ...verified });
          }),
          TE.tap(({ account, isNeeded }) =>
            store.imports.accept(account, request, submission, NO_FINDINGS, {
              items: isNeeded ? 1 : 0,
              billingDocuments: 0,
            }),
          ),
          TE.map(({ account }) => account),
        ),
      );

    return pipe(
      ports.unitOfWork.run<CreatePaymentInstructionFailure, Judged>(on, (store) => judgeAccount(store, command)),
      TE.chainW(verify),
      TE.chainW(store),
      TE.map(({ serviceAccountNumber }) => ({ serviceAccountNumber, reference: instruction.reference })),
    );
  };
