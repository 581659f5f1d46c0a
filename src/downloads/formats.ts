/** File formats that a seller can choose for downloaded pictures. */

export type PictureFormat =
  /** Not converted; only the resolution in the header is set where it is known. */
  | { readonly type: 'original' }
  | { readonly type: 'tif'; readonly colors: 'rgb' | 'cmyk'; readonly transparency: 'white' | 'keep' }

export const formatText = (format: PictureFormat): string =>
  format.type === 'original'
    ? '原图'
    : `TIF（${format.colors.toUpperCase()}，${format.transparency === 'white' ? '白底' : '保留透明'}）`
