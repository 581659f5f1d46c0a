import { Button } from '@arco-design/web-react'
import { IconDelete, IconDown, IconEdit, IconImport, IconPlus, IconSort } from '@arco-design/web-react/icon'
import { type ReactNode, useState } from 'react'
import { Menu } from '../../ui/menu'
import { useMedia } from '../../ui/use-media'

interface CollectionAction {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly danger?: boolean
  readonly run: () => void
}

interface CollectionActionsProps {
  readonly onImport: () => void
  readonly onAdd: () => void
  readonly onRename: () => void
  /** Absent while there are too few collections to sort. */
  readonly onOrder: (() => void) | undefined
  readonly onDelete: () => void
}

/** The actions on collections: a button each, or one menu where buttons would need a second line. */
export function CollectionActions({ onImport, onAdd, onRename, onOrder, onDelete }: CollectionActionsProps) {
  const roomy = useMedia('(min-width: 1000px)')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const actions: readonly CollectionAction[] = [
    { key: 'add', label: '新建分组', icon: <IconPlus />, run: onAdd },
    { key: 'rename', label: '重命名分组', icon: <IconEdit />, run: onRename },
    ...(onOrder ? [{ key: 'order', label: '分组排序', icon: <IconSort />, run: onOrder }] : []),
    { key: 'delete', label: '删除分组', icon: <IconDelete />, danger: true, run: onDelete },
  ]
  return (
    <>
      <Button type="text" icon={<IconImport />} onClick={onImport}>
        导入PSD
      </Button>
      {roomy ? (
        actions.map(({ key, label, icon, danger, run }) => (
          <Button key={key} type="text" icon={icon} {...(danger && { status: 'danger' })} onClick={run}>
            {label}
          </Button>
        ))
      ) : (
        <Button
          type="text"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(anchor ? null : (currentTarget as HTMLElement))}
        >
          分组管理 <IconDown />
        </Button>
      )}
      {anchor && !roomy && <Menu anchor={anchor} label="分组管理" items={actions} onClose={() => setAnchor(null)} />}
    </>
  )
}
