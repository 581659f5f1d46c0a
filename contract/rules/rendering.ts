/** Judges whether two print files of one design differ, for screens and tasks. Pure. */

export interface PrintDifference {
  /** Null when there is no old print file, which looks like nothing. */
  readonly old: object | null
  /** Mean difference of all channels of all pixels, 0 to 255. */
  readonly meanDifference: number
  /** Percentage of the pixels of which a channel differs by 16 or more. */
  readonly differingPercent: number
}

/** The same bounds hold between the screen and a print (docs/adr/0028): below them nobody sees a difference. */
export const printsLookSame = ({ old, meanDifference, differingPercent }: PrintDifference): boolean =>
  old !== null && meanDifference < 1 && differingPercent <= 0.1
