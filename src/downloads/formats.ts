/** File formats that a seller can choose for downloaded pictures. */

export type PictureFormat =
  /** Not converted; only the resolution in the header is set where it is known. */
  | { readonly type: 'original' }
  | { readonly type: 'tif'; readonly colors: 'rgb' | 'cmyk'; readonly transparency: 'white' | 'keep' }
  /** By a print profile of the account. Its name is the one that it had when it was chosen. */
  | { readonly type: 'profile'; readonly id: number; readonly name: string }

/** A format for which the picture is written anew. */
export type PrintFormat = Exclude<PictureFormat, { type: 'original' }>

export const formatText = (format: PictureFormat): string =>
  format.type === 'original'
    ? '原图'
    : format.type === 'profile'
      ? `按打印配置「${format.name}」`
      : `TIF（${format.colors.toUpperCase()}，${format.transparency === 'white' ? '白底' : '保留透明'}）`
