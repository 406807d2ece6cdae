import type { Command } from 'commander';
import { createLogger } from '../../base/logger.ts';
import { type Finding, StartupError } from '../../base/startup-error.ts';
import { readConfig } from '../../config/read-config.ts';
import { noDatabase } from '../../database/no-database.ts';
import { assemble } from '../../gateway/assemble.ts';
import { buildGateway } from '../../gateway/build-gateway.ts';
import { exitCode } from '../exit-code.ts';
import { writeJson, writeOutput } from '../output.ts';
import { findingsJson, printFindings } from '../print-findings.ts';
import { configFile } from '../shared-options.ts';

/** `stoa check`: everything that would keep the shop from starting, without a database and without a port. */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description('find what would keep the shop from starting: gateway.yaml, routes, handlers, schemas, modules')
    .option('--json', 'print the findings as one JSON object')
    .action(async (options: { readonly json?: true }, command: Command) => {
      const findings = await findingsOf(configFile(command));
      const failed = findings.some(({ severity }) => severity === 'error');
      if (options.json) await writeJson(findingsJson(findings));
      else await writeOutput(findings.length === 0 ? 'Nothing to mend.' : printFindings(findings));
      // Not when nothing is left to do: timers and sockets that an extension's modules opened would never end.
      process.exit(failed ? exitCode.findings : exitCode.fine);
    });
}

async function findingsOf(file: string): Promise<readonly Finding[]> {
  const { config, findings } = await readConfig(file, { environment: process.env });
  if (config === undefined) return findings;
  try {
    const assembly = await assemble(config);
    const gateway = await buildGateway(assembly, {
      logger: createLogger('silent'),
      database: noDatabase,
      development: false,
    });
    await gateway.dispose();
    return [...findings, ...assembly.findings, ...gateway.findings];
  } catch (error) {
    if (error instanceof StartupError) return [...findings, ...error.findings];
    throw error;
  }
}
