import sharp from 'sharp'

export interface Picture {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
  readonly width: number
  readonly height: number
}

const flower = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100">
    <g fill="#e8437a">${[0, 60, 120, 180, 240, 300].map((turn) => `<ellipse cx="50" cy="26" rx="14" ry="24" transform="rotate(${turn} 50 50)"/>`).join('')}</g>
    <circle cx="50" cy="50" r="14" fill="#ffd23f"/></svg>`)

/** Draws a PNG with soft alpha. */
export async function pngPicture(name = '花朵 贴纸.png', width = 640, height = 640): Promise<Picture> {
  const buffer = await sharp(flower(width, height)).png().toBuffer()
  return { name, mimeType: 'image/png', buffer, width, height }
}

/** Draws a JPEG: a gradient with grain, so that it compresses like a photograph. */
export async function jpegPicture(name = '海边照片.jpg', width = 1200, height = 1800): Promise<Picture> {
  const raw = Buffer.alloc(width * height * 3)
  let seed = 7
  for (let i = 0; i < raw.length; i += 3) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    const y = Math.floor(i / 3 / width) / height
    const grain = (seed >> 16) % 18
    raw[i] = Math.min(255, 40 + y * 60 + grain)
    raw[i + 1] = Math.min(255, 120 + y * 90 + grain)
    raw[i + 2] = Math.min(255, 210 - y * 60 + grain)
  }
  const buffer = await sharp(raw, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer, width, height }
}
