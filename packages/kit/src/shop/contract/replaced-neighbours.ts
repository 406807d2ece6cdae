import type { ExtensionContract, Neighbour } from './extension-contract.gen.ts';
import { unmetSdl } from './meets-sdl.ts';

type Named = readonly [name: string, neighbour: Neighbour];

/**
 * The neighbours under the names that the contract `before` has for them. An extension that takes the place of another
 * one, and gives the same, changes no contract.
 */
export function asNamedBefore(
  neighbours: readonly Named[],
  before: ExtensionContract | undefined,
  isHere: (name: string) => boolean,
): readonly Named[] {
  const filed = before?.needs.extensions ?? {};
  const away = Object.entries(filed).filter(([name]) => !isHere(name));
  return neighbours.map((named) => {
    const [name, neighbour] = named;
    return filed[name] === undefined ? (away.find(([, other]) => isSame(other, neighbour)) ?? named) : named;
  });
}

function isSame(a: Neighbour, b: Neighbour): boolean {
  const givesAll = unmetSdl(a.sdl, b.sdl).length === 0 && unmetSdl(b.sdl, a.sdl).length === 0;
  return givesAll && restOf(a) === restOf(b);
}

function restOf({ sdl: _, version: _version, ...rest }: Neighbour): string {
  return JSON.stringify(rest);
}
