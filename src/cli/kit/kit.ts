import type { Command } from 'commander';
import type { Finding, Logger } from '#base';
import type { Config } from '#config';
import type { Database } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import type { Assembly, Gateway } from '#gateway';
import type { RunningShop } from '#server';

/**
 * What the core takes of `@stoa/kit`, which people install who write, test and release extensions. Each function loads
 * its code when it is called.
 */
export interface Kit {
  /** The version of `stoa` that it belongs to. */
  readonly version: string;
  /** Adds its commands to the program, in the order of the help. */
  readonly commands: Readonly<Record<KitGroup, readonly ((program: Command) => void)[]>>;
  /** Warnings about what runs, and yet is not what its author means. */
  lint(shop: ShopToLint): Promise<readonly Finding[]>;
  /** Compares each extension.contract.json of a shop with what its extension says. */
  compareContracts(file: string, environment: NodeJS.ProcessEnv): Promise<readonly Finding[]>;
  /** Compares contracts with each other, by their files. Runs no code. */
  checkContracts(files: readonly string[]): Promise<readonly Finding[]>;
  /** Asks for every field in process and as if its extension ran elsewhere, in a temporary database. */
  checkWire(file: string, environment: NodeJS.ProcessEnv): Promise<CheckedWire>;
  /** Writes types anew while `stoa dev` follows changes. */
  followTypes(logger: Logger): Promise<FreshTypes>;
  /** Opens an extension for a test, with stand-ins for its neighbours. Throws StartupError. */
  openAlone(name: string, options: AloneOptions): Promise<AloneExtension>;
}

/** Groups of the help to which the kit adds commands. */
export type KitGroup = 'author' | 'release';

/** A shop to lint. One without a gateway cannot start. */
export interface ShopToLint {
  readonly manifests: readonly ExtensionManifest[];
  readonly built?: { readonly assembly: Assembly; readonly gateway: Gateway };
}

export interface CheckedWire {
  readonly findings: readonly Finding[];
  /** The number of fields of Query that were asked for, with all below them. */
  readonly asked: number;
  /** Fields of Query whose answers had no data to compare. */
  readonly empty: readonly string[];
}

/** Keeps the generated types of a shop fresh while it is developed. */
export interface FreshTypes {
  /** Writes the types of what serves. */
  ofServing(running: Pick<RunningShop, 'serving' | 'generations'>): Promise<void>;
  /** Writes the types of files that cannot be served yet. */
  ofFiles(file: string): Promise<void>;
}

export interface AloneOptions {
  /** Where to look for the extension. */
  readonly from: string;
  /** Answers of stand-ins by type and field, as `openExtension` takes them. */
  readonly mocks: Readonly<Record<string, Readonly<Record<string, unknown>> | ((number: number) => unknown)>>;
  readonly random: number;
  /** The share of nullable answers that are null: 0 to 1. */
  readonly nulls: number;
  readonly seed: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

/** An extension in a shop of its own, whose neighbours are stand-ins. */
export interface AloneExtension {
  readonly running: { readonly url: string };
  readonly config: Config;
  readonly database: Database;
  readonly log: readonly string[];
  /** The extension's statements since the last call. */
  takeQueries(): readonly string[];
  /** Results of its resolvers since the last call that are none of their type. */
  takeProblems(): readonly string[];
  close(): Promise<void>;
}
