import type { Command } from 'commander';
import type { Finding, Logger } from '#base';
import type { ExtensionManifest } from '#extensions';
import type { Assembly, Gateway } from '#gateway';
import type { RunningShop } from '#server';
import type { ExtensionOptions, TestExtension, TestGateway, TestOptions } from '../../testing-types.ts';

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
  openExtension(name: string, options: ExtensionOptions): Promise<TestExtension>;
  /** Opens a shop for a test. Throws StartupError. */
  openShop(options: TestOptions): Promise<TestGateway>;
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
