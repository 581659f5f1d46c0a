/** Addresses of archives of listing pictures: signed, so that a browser fetches one without signing in, and ending. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../kernel/context'

/** Folder of the addresses. */
export const listingFolder = 'listing'

const dayMs = 24 * 60 * 60 * 1000
/** An address is valid on the day that it was made, and on this many after it. */
const validDays = 1

const macOf = (fileSecret: string, id: number, lastDay: number): string =>
  createHmac('sha256', fileSecret).update(`listing\n${id}\n${lastDay}`).digest('hex').slice(0, 32)

export function archiveAddress(
  { fileSecret, clock, publicUrl }: Pick<Deps, 'fileSecret' | 'clock' | 'publicUrl'>,
  id: number,
): string {
  const lastDay = Math.floor(clock.now().getTime() / dayMs) + validDays
  return `${publicUrl}/files/${listingFolder}/${id}-${lastDay}-${macOf(fileSecret, id, lastDay)}.zip`
}

/** Returns the run that a name in an address may be read of; null when it is not valid, 'expired' when it was. */
export function readArchiveName(
  { fileSecret, clock }: Pick<Deps, 'fileSecret' | 'clock'>,
  name: string,
): number | 'expired' | null {
  const [, id = '', day = '', mac = ''] = /^([1-9]\d{0,15})-(\d{1,7})-([0-9a-f]{32})\.zip$/.exec(name) ?? []
  const right = Buffer.from(macOf(fileSecret, Number(id), Number(day)))
  const given = Buffer.from(mac)
  if (id === '' || right.length !== given.length || !timingSafeEqual(right, given)) return null
  return (Number(day) + 1) * dayMs <= clock.now().getTime() ? 'expired' : Number(id)
}
