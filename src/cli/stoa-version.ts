import packageJson from '../../package.json' with { type: 'json' };

export const stoaVersion = packageJson.version;
