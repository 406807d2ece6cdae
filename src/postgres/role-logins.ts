import { type ExtensionId, errorCode } from '#base';
import type { Config } from '#config';
import { type ConnectionSettings, parseDatabaseUrl } from './connection/connect.ts';
import type { ControlConnection } from './control-connection.ts';
import { gatewayOwner, type PoolOwner } from './pool/connection-pool.ts';
import { passwordOf, roleOf, schemaOf } from './roles/extension-login.ts';
import { readRoleSecret } from './roles/prepare-schemas.ts';

/** Logs owners of connections in: the gateway as itself, and each extension as its own role. */
export class RoleLogins {
  readonly #control: ControlConnection;
  readonly #config: Config['database'];
  /** The secret of the roles' passwords, read by the first extension that connects. */
  #secret: string | undefined;

  constructor(control: ControlConnection, config: Config['database']) {
    this.#control = control;
    this.#config = config;
  }

  /** Rejects with the driver's own error. Reads the secret again when PostgreSQL refuses a password: it was rotated. */
  async open<Opened>(owner: PoolOwner, open: (settings: ConnectionSettings) => Promise<Opened>): Promise<Opened> {
    const settings = await this.#control.settings();
    if (owner === gatewayOwner) return await open(settings);
    try {
      return await open(await this.#loginOf(owner, settings));
    } catch (error) {
      if (errorCode(error) !== '28P01' || this.#secret === undefined) throw error;
      this.#secret = undefined;
      return await open(await this.#loginOf(owner, settings));
    }
  }

  /** The login of an extension's role. `refused`: PostgreSQL has refused the last one, whose secret was rotated. */
  async settingsOf(extension: ExtensionId, { refused }: { readonly refused: boolean }): Promise<ConnectionSettings> {
    if (refused) this.#secret = undefined;
    return await this.#loginOf(extension, await this.#control.settings());
  }

  async #loginOf(extension: ExtensionId, settings: ConnectionSettings): Promise<ConnectionSettings> {
    const { isolation, adminUrl, url } = this.#config;
    // Without roles, extensions work as the gateway's own user, also while an administrator migrates.
    if (isolation === 'search-path') {
      const options = `-c search_path=${schemaOf(extension)} -c timezone=UTC -c datestyle=ISO`;
      return { ...(adminUrl === undefined ? settings : parseDatabaseUrl(url)), options };
    }
    const role = roleOf(extension, settings.database);
    // Where one extension is served alone, the address may be that of its own role.
    if (settings.user === role) return settings;
    this.#secret ??= await readRoleSecret(this.#control.query);
    return { ...settings, user: role, password: passwordOf(role, this.#secret) };
  }
}
