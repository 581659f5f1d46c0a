/** How the surface of a material looks, for effect images; and the guess from a material's name. Pure. */

export const looks = ['glossy', 'frosted', 'clear', 'leather', 'mirror'] as const
export type Look = (typeof looks)[number]

export const lookNames: Readonly<Record<Look, string>> = {
  glossy: '亮面',
  frosted: '磨砂',
  clear: '透明',
  leather: '皮革',
  mirror: '镜面',
}

/** Words of names in the order in which they decide: 透明磨砂壳 looks frosted, 玻璃镜面 like a mirror. */
const words: readonly (readonly [Look, RegExp])[] = [
  ['leather', /皮革|皮纹|真皮|素皮|荔枝纹|leather/i],
  ['frosted', /磨砂|雾面|哑光|亚光|液态|硅胶|肤感|matte|frost/i],
  ['mirror', /镜面|镜子|电镀|玻璃|mirror|glass/i],
  ['clear', /透明|全透|高透|水晶|tpu|clear|crystal/i],
]

/** Returns the look that a material of this name probably has; glossy without a hint. */
export const guessLook = (materialName: string): Look => words.find(([, pattern]) => pattern.test(materialName))?.[0] ?? 'glossy'

/** In which poses a case is shown: from the front, turned by 12°, standing on a ground. */
export const poses = ['front', 'turned', 'standing'] as const
export type Pose = (typeof poses)[number]

export const poseNames: Readonly<Record<Pose, string>> = { front: '正面', turned: '斜侧', standing: '站立' }
