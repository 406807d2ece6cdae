import { expect } from 'chai';
import type { TestExtension } from 'stoa/testing';

interface Check {
  readonly isRight: boolean;
  readonly isBlocked: boolean;
  readonly refusal: string;
}

/** What `customers` asks when a person has typed a code. */
export async function checkCode(shop: TestExtension, customer: string, code: string): Promise<Check> {
  const { data } = await shop.ask<{ checkSignInStep: Check }>(
    `mutation ($customer: ID!, $code: String!) {
      checkSignInStep(step: "SecondFactorStep", customer: $customer, code: $code) { isRight isBlocked refusal }
    }`,
    { customer, code },
  );
  return data?.checkSignInStep ?? expect.fail('no answer');
}

/** What `customers` asks when the password is right. */
export async function stepsFor(shop: TestExtension, customer: string): Promise<readonly object[] | undefined> {
  const text = 'query ($customer: ID!) { signInSteps(customer: $customer) { code } }';
  const { data } = await shop.ask<{ signInSteps: readonly object[] }>(text, { customer });
  return data?.signInSteps;
}
