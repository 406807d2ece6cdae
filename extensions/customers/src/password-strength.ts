import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The lowest score of an accepted password, of 0 to 4: more than 100 million guesses. */
const lowestScore = 3;

/** Only the start of a long password is judged: the time of a check grows faster than the length. */
const judgedCharacters = 64;

/** What is easy to guess, by the estimator's names. */
const reasons: Readonly<Record<string, string>> = {
  userInputs: 'It contains your name or e-mail address.',
  simpleRepeat: 'It repeats one character.',
  extendedRepeat: 'It repeats a few characters.',
  straightRow: 'Its characters are neighbours on the keyboard.',
  keyPattern: 'Its characters are neighbours on the keyboard.',
  sequences: 'It contains a sequence such as abc or 123.',
  dates: 'It contains a date.',
  recentYears: 'It contains a year.',
};
const otherReason = 'It is similar to passwords that many people use, or too short.';

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Why the password is easy to guess, for the customer; undefined for a good one. `known` is what others know of the
 * customer.
 */
export async function passwordWeakness(password: string, known: readonly string[]): Promise<string | undefined> {
  // Loaded for the first registration, since the dictionaries take 8 MB.
  loading ??= loadEstimator();
  const { score, feedback } = (await loading).check(password, [...known]);
  if (score >= lowestScore) return undefined;
  const reason = reasons[feedback.warning ?? ''] ?? otherReason;
  return `This password is easy to guess. ${reason} Add a few unrelated words.`;
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: judgedCharacters });
}
