/** What a seller may have the pictures turned into. */

export type PictureFormat =
  /** As they came, byte for byte. */
  | { readonly type: 'original' }
  | { readonly type: 'tif'; readonly colors: 'rgb' | 'cmyk'; readonly transparency: 'white' | 'keep' }

export const formatText = (format: PictureFormat): string =>
  format.type === 'original'
    ? '原图'
    : `TIF（${format.colors.toUpperCase()}，${format.transparency === 'white' ? '白底' : '保留透明'}）`
