/**
 * The scene for all sides: pictures with transparent parts, laid out by a fixed rule, with the dragged one on top in the middle.
 */
export const stage = { width: 1200, height: 800 }
const side = 800

/** Returns eight pictures of 800 × 800 px with soft alpha, as data: URLs. */
export function pictures() {
  return Array.from({ length: 8 }, (_, i) => {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const context = canvas.getContext('2d')
    const shade = context.createRadialGradient(400, 400, 80, 400, 400, 390)
    shade.addColorStop(0, `hsl(${i * 45} 80% 55%)`)
    shade.addColorStop(0.8, `hsl(${i * 45 + 30} 80% 45%)`)
    shade.addColorStop(1, 'transparent')
    context.fillStyle = shade
    context.fillRect(0, 0, side, side)
    return canvas.toDataURL('image/png')
  })
}

/** A random number generator with a fixed seed, so that every side gets the same positions. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns centre, size and angle of each picture, from the bottom to the top. */
export function placesOf(count) {
  const random = randomFrom(7)
  return Array.from({ length: count }, (_, i) => {
    const size = 60 + random() * 60
    const place = {
      x: 60 + random() * (stage.width - 120),
      y: 60 + random() * (stage.height - 120),
      size,
      angle: -20 + random() * 40,
      picture: i % 8,
    }
    return i === count - 1 ? { ...place, x: 600, y: 400, size: 100, angle: 0 } : place
  })
}

export const loaded = (urls) =>
  Promise.all(
    urls.map(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return image
    }),
  )
export const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Whether a layer has effects: `withEffects` of `count` layers, spread evenly, the last one among them. */
export const hasEffects = (index, count, withEffects) =>
  withEffects > 0 && (count - 1 - index) % Math.floor(count / withEffects) === 0
