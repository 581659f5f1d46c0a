import product from '../../package.json' with { type: 'json' }

/** Version of this program. */
export const productVersion: string = product.version
