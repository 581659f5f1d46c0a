import { Failure } from '../../kernel/failure'

export const tooManyPixels = (): Failure => new Failure('unsupported-file', '图片像素过大（最多 1 亿像素），请缩小后上传')
/** Largest SVG, bytes: it is parsed as text in one piece. */
export const maxSvgBytes = 5 * 1024 * 1024
/** Largest drawing in its canonical form, bytes: with its references expanded, and pictures inside as PNG. */
export const maxCanonicalBytes = 40 * 1024 * 1024
