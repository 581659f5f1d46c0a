/** Describes a font's embedding rights, read from its OS/2 table, for the seller. Pure. */

export interface EmbeddingRights {
  /** Short label: 禁止嵌入. */
  readonly label: string
  /** The consequence for the shop. */
  readonly text: string
  /** True if the seller must check the licence before using the font. */
  readonly needsCheck: boolean
}

/** Bits of fsType in the OS/2 table. */
const restricted = 0x0002
const previewPrint = 0x0004
const editable = 0x0008
const noSubset = 0x0100
const bitmapOnly = 0x0200

const getPermissionText = '请先取得字体作者的书面授权，再上传使用，否则可能侵权。'

/** @param fsType null when the file has none. Older fonts may set several bits; the widest right applies. */
export function embeddingRights(fsType: number | null): EmbeddingRights {
  if (fsType === null) {
    return { label: '没有写明', text: `字体文件没有写明嵌入权限。${getPermissionText}`, needsCheck: true }
  }
  const extras = [
    (fsType & noSubset) !== 0 && '不允许只取部分字形',
    (fsType & bitmapOnly) !== 0 && '只允许嵌入点阵字形，不允许嵌入轮廓',
  ].filter((extra) => extra !== false)
  const extrasText = extras.length > 0 ? `另外，${extras.join('；')}。` : ''
  const needsCheck = extras.length > 0
  if ((fsType & editable) !== 0) {
    return { label: '可编辑嵌入', text: `允许嵌入文档并编辑；能否商用以字体的授权协议为准。${extrasText}`, needsCheck }
  }
  if ((fsType & previewPrint) !== 0) {
    return {
      label: '仅限预览和打印',
      text: `作者只允许嵌入用于预览和打印，不允许编辑文字。${extrasText}${getPermissionText}`,
      needsCheck: true,
    }
  }
  if ((fsType & restricted) !== 0) {
    return { label: '禁止嵌入', text: `作者声明：未经许可不得嵌入、分发。${extrasText}${getPermissionText}`, needsCheck: true }
  }
  return { label: '可安装嵌入', text: `字体文件允许嵌入；能否商用以字体的授权协议为准。${extrasText}`, needsCheck }
}
