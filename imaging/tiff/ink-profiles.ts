/**
 * Returns, in words for the seller, why a file is no CMYK profile that pictures can be converted with; null when it may be one.
 */
export function profileProblem(icc: Uint8Array): string | null {
  const word = (at: number) => String.fromCharCode(...icc.subarray(at, at + 4))
  if (icc.length < 132 || word(36) !== 'acsp') return '这不是 ICC 颜色配置文件，请选择扩展名为 icc 或 icm 的文件'
  if (word(16) !== 'CMYK') return '这个颜色配置文件不是 CMYK 的，请向工厂要印刷用的 CMYK 配置文件'
  if (word(12) !== 'prtr') return '这个颜色配置文件不是输出设备的，请向工厂要印刷用的 CMYK 配置文件'
  return null
}
