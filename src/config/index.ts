/**
 * gateway.yaml → a frozen `Config`: read, filled from the environment, checked once, with the place of every value.
 * Later rooms trust the types. Imports `base`.
 */
export { adminUrlVariables } from './admin-url.ts';
export type { Overrides } from './build-config.ts';
export { isProduction } from './check-production.ts';
export { parseTrustedAddress } from './check-server.ts';
export type {
  Config,
  ExtensionConfig,
  JwtConfig,
  PageConfig,
  PlacementConfig,
  ServerConfig,
  SigningSecrets,
  WrittenSettings,
} from './config.ts';
export { configValues } from './config-values.ts';
export { placeInConfig } from './config-view.ts';
export { describeConfig } from './describe-config.ts';
export { liveFacts, liveFactsOf, retype } from './gateway-schema.ts';
export { pagePathProblem, pathShape } from './page-path.ts';
export { loadConfig, readConfig } from './read-config.ts';
export { secretRanges } from './secret-ranges.ts';
export { generatedSecret } from './secrets/generated-secret.ts';
export { literalSecrets } from './secrets/literal-secrets.ts';
export { isSecretName, withoutSecrets } from './secrets/secret-names.ts';
export { baseOf, shopIn } from './shop-in.ts';
export { parseYaml, type YamlDocument } from './yaml/yaml-document.ts';
