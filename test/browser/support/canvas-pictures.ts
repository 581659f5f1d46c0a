/** Pictures that tests of the canvas show, as PNGs. */
import sharp from 'sharp'

/** A picture of 40 px square in one colour. */
export const plain = (color: string) =>
  sharp({ create: { width: 40, height: 40, channels: 4, background: color } })
    .png()
    .toBuffer()

/** A picture that is opaque on its left half and transparent on its right. */
export async function halfPicture(): Promise<Buffer> {
  const left = await sharp({ create: { width: 20, height: 40, channels: 4, background: '#00aa00' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer()
}
