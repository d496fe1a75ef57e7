import { Problem } from './problem.ts';
import type { Visit } from './route.ts';

/** A change that asks for a sign-in of the last minutes. Its form can be sent again afterwards. */
export class SignInAgain extends Problem {
  /** The page with the form. */
  readonly from: string;
  constructor(from: string) {
    super(
      401,
      'Sign in again',
      'Nothing was changed yet: this change asks for a sign-in of the last 15 minutes, and yours is older.',
      'Sign in again, then send the form again.',
    );
    this.from = from;
  }
}

/** Refuses a change if the person signed in more than some minutes ago. @param from the page with its form. */
export const requireFreshSignIn = ({ isFresh }: Visit, from: string): void => {
  if (!isFresh) throw new SignInAgain(from);
};
