import { badInput, isObject } from '#base';

/** Deeper than any real body, yet no recursive function of an extension overflows the stack. */
const maxDepth = 200;

/**
 * Throws RequestError BAD_USER_INPUT 400 for well-formed JSON that harms careless code: too many levels, `__proto__`
 * and `constructor.prototype`. It searches the text first, which clears nearly all bodies without a walk.
 */
export function requireSafeJson(value: unknown, text: string, what = 'The body'): void {
  if (isPlainlyHarmless(text)) return;
  walk(value, what, 0);
}

// An escape can hide any character.
const suspicious = /__proto__|constructor|\\u/;

function isPlainlyHarmless(text: string): boolean {
  if (suspicious.test(text)) return false;
  // Each level takes two characters.
  if (text.length <= 2 * maxDepth) return true;
  let opened = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // { or [
    if ((code === 0x7b || code === 0x5b) && ++opened > maxDepth) return false;
  }
  return true;
}

function walk(value: unknown, what: string, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw badInput(`${what} is nested deeper than ${maxDepth} levels.`);
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, what, depth + 1);
    return;
  }
  if (Object.hasOwn(value, '__proto__')) throw badInput(`${what} has a key "__proto__", which is not accepted.`);
  if (
    Object.hasOwn(value, 'constructor') &&
    isObject(value.constructor) &&
    Object.hasOwn(value.constructor, 'prototype')
  ) {
    throw badInput(`${what} has a key "constructor.prototype", which is not accepted.`);
  }
  for (const entry of Object.values(value)) walk(entry, what, depth + 1);
}
