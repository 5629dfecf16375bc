import packageJson from '../../../package.json' with { type: 'json' };

/** The version of the product, from the package.json at the root; CHANGELOG.md lists its changes. */
export const productVersion: string = packageJson.version;
