import sharp from 'sharp'

/** Returns a CMYK profile that comes with libvips, for tests. */
export async function cmykProfile(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  const { icc } = await sharp(await picture.toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer()).metadata()
  if (icc === undefined) throw new Error('sharp gave no CMYK profile')
  return new Uint8Array(icc)
}
