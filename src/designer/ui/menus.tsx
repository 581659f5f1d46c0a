/** The menus of the designer's left rail, in their order. One entry each; a menu that is not built has none. */
import { IconFontColors, IconUpload } from '@arco-design/web-react/icon'
import type { ComponentType, ReactNode } from 'react'
import { TextPanel } from './text/text-panel'
import { UploadPanel } from './upload-panel'

export type MenuKey = 'upload' | 'text' | 'library' | 'portrait' | 'settings'

export interface Menu {
  readonly key: MenuKey
  readonly label: string
  readonly icon: ReactNode
  readonly Panel: ComponentType
}

export const menus: readonly Menu[] = [
  { key: 'upload', label: '上传图片', icon: <IconUpload />, Panel: UploadPanel },
  { key: 'text', label: '添加文字', icon: <IconFontColors />, Panel: TextPanel },
]
