import { type Account, acceptsImports } from '@carryover/domain/account';
import {
  type AnotherInstructionActive,
  type PaymentInstruction,
  planInstruction,
  type VerifiedInstruction,
} from '@carryover/domain/payment-instruction';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentVendor, VendorFailure } from '../ports/payment-vendor.ts';
import type { Store, UnitOfWork } from '../ports/store.ts';
import type { StoreFailure } from '../ports/store-failure.ts';
import {
  type AccountRefused,
  after,
  conclude,
  type Import,
  type Refusals,
  requireAccount,
  together,
  tolerate,
} from './checks.ts';

export type PaymentInstructionRefusal = AccountRefused | AnotherInstructionActive | VendorFailure;

/** The instruction is stored, now or earlier. */
export type StoredInstruction = { readonly serviceAccountNumber: string; readonly reference: string };

export type CreatePaymentInstruction = Import<
  { readonly instruction: PaymentInstruction },
  PaymentInstructionRefusal,
  StoredInstruction
>;

/** The account had the instruction but no longer has it: the same request will be verified when sent again. */
const CHANGED_MEANWHILE: StoreFailure = {
  kind: 'store_unavailable',
  cause: new Error('The active instruction went away while the request was served.'),
};

/** Checks the account. `plan`: true if the account needs the instruction. */
const checkAccount = (
  { accounts, paymentInstructions }: Store,
  { instruction, commit }: Parameters<CreatePaymentInstruction>[0],
) =>
  pipe(
    together({ account: requireAccount(accounts), active: paymentInstructions.active }),
    TE.bindW('refused', ({ account }) => tolerate(commit, acceptsImports(account.supplier))),
    TE.let('plan', ({ active }) => planInstruction(active, instruction)),
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
    const { instruction } = command;

    const verify: TE.TaskEither<Refusals<PaymentInstructionRefusal> | StoreFailure, VerifiedInstruction | null> = pipe(
      ports.unitOfWork.run(command, (store) =>
        pipe(
          checkAccount(store, command),
          TE.bindW('isNeeded', ({ refused, plan }) => TE.fromEither(pipe(plan, E.mapLeft(after(refused))))),
        ),
      ),
      TE.chainW(({ isNeeded, refused }) =>
        isNeeded
          ? pipe(ports.vendors.get(instruction.vendor)!.verify(instruction), TE.mapLeft(after(refused)))
          : TE.right(null),
      ),
    );

    const store = (verified: VerifiedInstruction | null) =>
      ports.unitOfWork.run<Refusals<PaymentInstructionRefusal>, Account>(command, (store) =>
        pipe(
          checkAccount(store, command),
          TE.bindW('isNeeded', ({ refused, plan }) => conclude(refused, plan)),
          TE.tap(({ isNeeded }) => {
            if (!isNeeded) return TE.right(undefined);
            return verified === null
              ? TE.left(CHANGED_MEANWHILE)
              : store.paymentInstructions.add({ ...instruction, ...verified });
          }),
          TE.tap(({ account, isNeeded }) =>
            store.imports.accept(account, command, {
              items: isNeeded ? 1 : 0,
              basis: isNeeded && verified !== null ? { instruction: verified } : undefined,
            }),
          ),
          TE.map(({ account }) => account),
        ),
      );

    return pipe(
      verify,
      TE.chainW(store),
      TE.map(({ serviceAccountNumber }) => ({ serviceAccountNumber, reference: instruction.reference })),
    );
  };
