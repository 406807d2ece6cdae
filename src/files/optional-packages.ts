import { findOptional, requireOwn } from '#base';

/** Packages that only shops with uploads need, so a shop installs them itself. */
export const filePackages = {
  parser: { name: '@fastify/busboy', for: 'a multipart body', install: 'npm install @fastify/busboy' },
  pictures: { name: 'sharp', for: 'pictures', install: 'npm install sharp' },
} as const;

/** The parser of multipart bodies. Throws when it is not installed. */
export function multipartParser(folder: string): typeof import('@fastify/busboy').Busboy {
  const module: typeof import('@fastify/busboy') = load(filePackages.parser, folder);
  return module.Busboy;
}

export function loadSharp(folder: string): typeof import('sharp').default {
  return load(filePackages.pictures, folder);
}

/** The package of the shop in this folder, or else the one next to Stoa. */
export function isInstalled({ name }: { readonly name: string }, folder: string): boolean {
  return findOptional(name, folder) !== undefined;
}

function load<Module>(needed: (typeof filePackages)[keyof typeof filePackages], folder: string): Module {
  const file = findOptional(needed.name, folder);
  if (file === undefined)
    throw new Error(`${needed.name} is not installed, which ${needed.for} need: ${needed.install}`);
  return requireOwn(file);
}
