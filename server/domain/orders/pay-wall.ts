/**
 * The pay wall: until a customization is paid for, no response contains its customized image, only a preview that this server
 * makes of it. The address of a preview holds a keyed hash, so neither the picture's address nor that of another preview follows
 * from it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx, Db, Deps } from '../../kernel/context'

/** Folder of previews within the addresses of stored files. */
export const previewFolder = 'previews'

/** Characters of the MAC, 192 bits. */
const macLength = 32

/** A customization's picture with its stored address: one of our paths or an https address. */
interface StoredPicture {
  readonly id: number
  readonly url: string
}

function macOf({ secret }: Deps['prints'], { id, url }: StoredPicture): string {
  return createHmac('sha256', secret).update(['preview', id, url].join('\n')).digest('base64url').slice(0, macLength)
}

/** Returns the preview's address; always the same for the same picture. */
export const previewUrl = ({ publicUrl, prints }: Pick<Deps, 'publicUrl' | 'prints'>, picture: StoredPicture): string =>
  `${publicUrl}/files/${previewFolder}/${picture.id}-${macOf(prints, picture)}.webp`

const nameShape = /^(\d{1,15})-([\w-]{32})\.webp$/

/** Returns the customization id in the name of a preview; null for any other name. The name is not verified yet. */
export function previewedId(name: string): number | null {
  const id = nameShape.exec(name)?.[1]
  return id === undefined ? null : Number(id)
}

/** Returns whether this name was issued for this picture. */
export function isPreview({ prints }: Pick<Deps, 'prints'>, name: string, picture: StoredPicture): boolean {
  const given = Buffer.from(nameShape.exec(name)?.[2] ?? '')
  const expected = Buffer.from(macOf(prints, picture))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Returns the name of a preview in its address, whatever its host; undefined for any other address. */
export const previewName = (url: string): string | undefined => /\/files\/previews\/([^/?#]+)$/.exec(url)?.[1]

/** The print files that a customization has, and those of its earlier versions. */
const printFiles = sql`(
  select account_id, id as customization_id, customized_file_id as file_id, customized_image_url as url
    from customization where customized_file_id = file.id
  union all
  select account_id, customization_id, customized_file_id, customized_image_url
    from customization_version where customized_file_id = file.id
)`

/**
 * SQL condition on rows of `file`: responses may contain the file's address. False for the customized image of an unpaid
 * customization, and for those of earlier versions, which a charge does not pay for, unless the seller's own templates or assets
 * use it, too.
 */
export const mayShowFile = sql<boolean>`(
  not exists (select from ${printFiles} print)
  or exists (select from customization join usage_line line
    on line.account_id = customization.account_id and line.customization_id = customization.id
    where customization.customized_file_id = file.id)
  or exists (select from template_layer where template_layer.image_file_id = file.id)
  or exists (select from asset where asset.file_id = file.id)
)`

/** Returns the unpaid customization that hides a file, with its picture; undefined when the file may be shown. */
export async function findHidingCustomization(db: Db, fileId: number): Promise<StoredPicture | undefined> {
  const { rows } = await sql<{ id: number; url: string | null }>`
    select print.customization_id as id, print.url from file join lateral ${printFiles} print on true
    where file.id = ${fileId} and not ${mayShowFile} order by print.customization_id limit 1`.execute(db)
  const [row] = rows
  return row?.url == null ? undefined : { id: row.id, url: row.url }
}

/**
 * SQL condition on rows of `customization` named `made`: the effect image is the customized image, by its address, its file, or its
 * bytes, which may have been stored once more. `printHash`: SQL of the customized image's SHA-256. Null, when neither holds and one of
 * them is missing.
 */
export const isSamePicture = (printHash: RawBuilder<unknown>): RawBuilder<boolean | null> => sql<boolean | null>`(
  made.preview_image_url = made.customized_image_url or made.preview_file_id = made.customized_file_id
  or (select sha256 from file preview where preview.id = made.preview_file_id) = ${printHash})`

const addressLike = /\/\/|(?:^|\/)files\/|^\s*(?:data|blob):/i

/** Removes everything that could be a picture's address from a layer, at any depth; other texts and numbers stay. */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return addressLike.test(value) ? null : value
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutAddresses(inner)]))
}

// Some programs write / as \/ in JSON.
const previewInText = /(?:https?:\\?\/\\?\/[^/"\\\s]+)?\\?\/files\\?\/previews\\?\/(\d{1,15}-[\w-]{32}\.webp)/g

/**
 * Replaces the account's own preview addresses in JSON texts by the stored addresses, so that a program that reads orders and
 * sends them back does not make the preview the printed picture.
 */
export async function withOriginals(ctx: Ctx, texts: readonly (string | null)[]): Promise<(string | null)[]> {
  const names = texts.flatMap((text) => (text === null ? [] : [...text.matchAll(previewInText)].map(([, name = '']) => name)))
  if (names.length === 0) return [...texts]
  const rows = await ctx.db
    .selectFrom('customization')
    .select(['id', 'customized_image_url as url'])
    .where('account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`id = any(${names.flatMap((name) => previewedId(name) ?? [])}::bigint[])`)
    .execute()
  const originals = new Map(rows.flatMap(({ id, url }) => (url === null ? [] : [[id, url] as const])))
  const original = (match: string, name: string): string => {
    const id = previewedId(name)
    const url = id === null ? undefined : originals.get(id)
    return id !== null && url !== undefined && isPreview(ctx, name, { id, url }) ? JSON.stringify(url).slice(1, -1) : match
  }
  return texts.map((text) => text?.replace(previewInText, original) ?? null)
}
