const deeds = { save: '请重新加载图片后再保存', print: '请检查网络或换一张图片后再生成印刷图' } as const

/** A picture of the design cannot be made because a layer's picture is missing. `names` are the layers' names. */
export class MissingPictureError extends Error {
  override readonly name = 'MissingPictureError'
  constructor(
    readonly names: readonly string[],
    deed: keyof typeof deeds = 'save',
    options?: ErrorOptions,
  ) {
    const some = names.slice(0, 3).map((name) => `「${name}」`)
    const layers = `${some.join('、')}${names.length > 3 ? ` 等 ${names.length} 个图层` : ''}`
    super(`${layers}的图片没有加载成功，${deeds[deed]}`, options)
  }
}
