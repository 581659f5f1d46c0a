/** The versions of Node that the product runs on. */

/** Major and minor number of the oldest one; package.json names it for npm. */
export const oldest = [22, 12]

/** The versions that the product is built and tested on, by their major number. */
export const pinned = { 22: '22.23.3', 24: '24.21.0' }

/** True when the product runs on this version of Node, `MAJOR.MINOR.PATCH`. */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
}

/** The npm that comes with a pinned Node: that of an old Node cannot read the lockfile, which names packages under other names. */
export const pinnedNpm = '11.19.1'
