/** The entries of the designer's left rail, in display order. */
import { IconCommon, IconFontColors, IconImage, IconSettings, IconStar, IconUpload, IconUser } from '@arco-design/web-react/icon'
import type { ComponentType, ReactNode } from 'react'
import type { DesignSubject } from '../../../design/template/load'
import { ComponentPanel } from './components/component-panel'
import { LibraryPanel } from './library/library-panel'
import { PortraitPanel } from './portrait/portrait-panel'
import { SettingsPanel } from './settings/settings-panel'
import { ShapePanel } from './shapes/shape-panel'
import { TextPanel } from './text/text-panel'
import { UploadPanel } from './upload-panel'

export type MenuKey = 'upload' | 'text' | 'shape' | 'library' | 'component' | 'portrait' | 'settings'

export interface Menu {
  readonly key: MenuKey
  readonly label: string
  readonly icon: ReactNode
  readonly Panel: ComponentType
}

const menus: readonly Menu[] = [
  { key: 'upload', label: '上传图片', icon: <IconUpload />, Panel: UploadPanel },
  { key: 'text', label: '添加文字', icon: <IconFontColors />, Panel: TextPanel },
  { key: 'shape', label: '形状', icon: <IconStar />, Panel: ShapePanel },
  { key: 'library', label: '素材库', icon: <IconImage />, Panel: LibraryPanel },
  { key: 'component', label: '组件', icon: <IconCommon />, Panel: ComponentPanel },
  { key: 'portrait', label: 'AI人像', icon: <IconUser />, Panel: PortraitPanel },
  { key: 'settings', label: '设置', icon: <IconSettings />, Panel: SettingsPanel },
]

/** Settings and copies of components are those of a template; the design of an order, and a component, have none. */
export const menusOf = (subject: DesignSubject): readonly Menu[] =>
  subject === 'template' ? menus : menus.filter(({ key }) => key !== 'settings' && key !== 'component')
