import sharp from 'sharp'

/** Returns a PNG of a sticker, different for each `i`. */
export function sticker(i) {
  const petals = Array.from({ length: 5 + (i % 5) }, (_, n) => {
    const turn = (360 / (5 + (i % 5))) * n
    return `<ellipse cx="50" cy="25" rx="12" ry="24" transform="rotate(${turn} 50 50)" fill="hsl(${(i * 37 + n * 9) % 360} 75% 55%)"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 100 100">${petals.join('')}<circle cx="50" cy="50" r="13" fill="#ffd23f"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
