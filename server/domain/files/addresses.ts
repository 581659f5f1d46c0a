/**
 * Addresses of stored files. Whoever knows the address of a file may read it; addresses of private files, such as buyers' photos, are
 * signed and valid for about a week.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../kernel/context'

/** Where files are served, and what signs the addresses of private ones. */
export type FileAddresses = Pick<Deps, 'publicUrl' | 'filesUrl' | 'fileSecret' | 'clock'>

const dayMs = 24 * 60 * 60 * 1000
/** Addresses are the same for a day, so that browsers keep what they loaded, and are valid for this many days after it. */
const validDays = 7

const privateKey = /^p[0-9a-f]{32}\/[^/]+$/

export const isPrivateKey = (key: string): boolean => privateKey.test(key)

const macOf = (fileSecret: string, key: string, lastDay: number): string =>
  createHmac('sha256', fileSecret).update(`file\n${key}\n${lastDay}`).digest('hex').slice(0, 32)

/** Returns the key as an address names it: that of a private file with its last day, in days since 1970, and a MAC of 128 bits. */
export function addressedKey({ fileSecret, clock }: Pick<FileAddresses, 'fileSecret' | 'clock'>, key: string): string {
  if (!isPrivateKey(key)) return key
  const [folder = '', name = ''] = key.split('/')
  const lastDay = Math.floor(clock.now().getTime() / dayMs) + validDays
  return `${folder}-${lastDay}-${macOf(fileSecret, key, lastDay)}/${name}`
}

/** Returns the address of a stored object; only a path when the server has no public address. */
export function fileAddress(addresses: FileAddresses, storageKey: string): string {
  const { publicUrl, filesUrl = publicUrl } = addresses
  return `${filesUrl}/files/${addressedKey(addresses, storageKey)}`
}

const signedFolder = /^(p[0-9a-f]{32})-(\d{1,7})-([0-9a-f]{32})$/

/** Returns the storage key that an address names, signed or not. */
export function plainKey(addressed: string): string {
  const [folder = '', ...rest] = addressed.split('/')
  return [signedFolder.exec(folder)?.[1] ?? folder, ...rest].join('/')
}

/** Returns the storage key in an address of a stored file, whatever its host; undefined for any other address. */
export function storedKey(url: string): string | undefined {
  const addressed = /\/files\/(p?[0-9a-f]+(?:-\d{1,7}-[0-9a-f]{32})?\/[^/?#]+)$/.exec(url)?.[1]
  return addressed === undefined ? undefined : plainKey(addressed)
}

/** The file that an address may be read by, and until when; `validMs` is null for a file that is not private. */
export interface ReadableAddress {
  readonly key: string
  readonly validMs: number | null
}

/** Checks an address: `null` if it is not valid, 'expired' if it was. */
export function readAddress(
  { fileSecret, clock }: Pick<FileAddresses, 'fileSecret' | 'clock'>,
  addressed: string,
): ReadableAddress | 'expired' | null {
  const key = plainKey(addressed)
  // Keys of public files begin with a hexadecimal digit.
  if (!addressed.startsWith('p')) return { key, validMs: null }
  const [, , day = '', mac = ''] = signedFolder.exec(addressed.split('/')[0] ?? '') ?? []
  const lastDay = Number(day)
  const right = Buffer.from(macOf(fileSecret, key, lastDay))
  const given = Buffer.from(mac)
  if (right.length !== given.length || !timingSafeEqual(right, given)) return null
  const validMs = (lastDay + 1) * dayMs - clock.now().getTime()
  return validMs <= 0 ? 'expired' : { key, validMs }
}
