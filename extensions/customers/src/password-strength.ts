import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { ErrorText } from 'stoa';

/** The lowest score of an accepted password, of 0 to 4: more than 100 million guesses. */
const lowestScore = 3;

/** Only the start of a long password is judged: the time of a check grows faster than the length. */
const judgedCharacters = 64;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Why the password is easy to guess, for the customer; undefined for a good one. `known` is what others know of the
 * customer.
 */
export async function passwordWeakness(password: string, known: readonly string[]): Promise<ErrorText | undefined> {
  // Loaded for the first registration, since the dictionaries take 8 MB.
  loading ??= loadEstimator();
  const { score, feedback } = (await loading).check(password, [...known]);
  if (score >= lowestScore) return undefined;
  // The text knows the estimator's names for what is easy to guess.
  return { text: 'register.weakPassword', values: { reason: feedback.warning ?? 'other' } };
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedCharacters });
}
