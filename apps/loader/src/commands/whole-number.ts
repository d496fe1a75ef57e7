import { InvalidArgumentError } from 'commander';

/** Parses an option that is a whole number. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Must be a whole number from ${min} to ${max}.`);
  };
