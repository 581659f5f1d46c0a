/** A test picture of grey noise: a plain picture would be compressed to almost nothing. */
export async function noisePicture(side: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('这个环境不能画图，没有图片可以试')
  const pixels = context.createImageData(side, side)
  let seed = 1
  for (let at = 0; at < pixels.data.length; at += 4) {
    seed = Math.imul(seed, 1664525) + 1013904223
    const grey = seed >>> 24
    pixels.data.set([grey, grey ^ 85, grey ^ 170, 255], at)
  }
  context.putImageData(pixels, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('这个环境不能把图画存成 PNG，没有图片可以试')
  return blob
}

export const pictureName = '壳匠自检.png'
