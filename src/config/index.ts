/**
 * gateway.yaml → a frozen `Config`: read, filled from the environment, checked once, with the place of every value.
 * Later rooms trust the types. Imports `base`.
 */
export { adminUrlVariables } from './admin-url.ts';
export type { Overrides } from './build-config.ts';
export { parseTrustedAddress } from './check-server.ts';
export type {
  AdminConfig,
  AssetsConfig,
  AuthConfig,
  Config,
  CorsConfig,
  DatabaseConfig,
  ExtensionConfig,
  GraphqlConfig,
  GraphqlLimits,
  JwtConfig,
  PageConfig,
  RateLimitConfig,
  ServerConfig,
  SessionConfig,
  StaticTokenConfig,
} from './config.ts';
export { placeInConfig } from './config-view.ts';
export { describeConfig } from './describe-config.ts';
export { generatedSecret } from './generated-secret.ts';
export { literalSecrets } from './literal-secrets.ts';
export { pathShape } from './page-path.ts';
export { loadConfig, readConfig } from './read-config.ts';
export { secretRanges } from './secret-ranges.ts';
export type { Environment } from './yaml/interpolate.ts';
export { parseYaml, type YamlDocument } from './yaml/yaml-document.ts';
