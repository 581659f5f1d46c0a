/** 手机壳材质. */
export function MaterialList() {
  return null
}
