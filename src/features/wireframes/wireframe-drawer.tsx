import { Skeleton } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { wireframeQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { Drawer } from '../../ui/drawer'
import { LoadError } from '../../ui/failure-view'
import { discardUnsaved } from '../../ui/leave-guard'
import { nameOfRow, type WireframeRow } from './rows'
import { WireframeForm } from './wireframe-form'

interface WireframeDrawerProps {
  /** null while the drawer is closed. */
  readonly row: WireframeRow | null
  readonly onClose: () => void
}

/** The drawer with the form of one row's wireframe. */
export function WireframeDrawer({ row, onClose }: WireframeDrawerProps) {
  // Keep the row that was opened: a refetched list must not change the form.
  const [shownRow, setShownRow] = useState(row)
  if (row !== null && row.key !== shownRow?.key) setShownRow(row)
  const isDirty = useRef(false)
  const onDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])
  const closeForm = () => {
    isDirty.current = false
    discardUnsaved()
    onClose()
  }
  const cancel = () => {
    if (!isDirty.current) return closeForm()
    void confirm({
      title: '放弃修改？',
      content: '这张线框图还有没保存的修改，关闭后不会自动保存。',
      okText: '放弃修改',
      cancelText: '继续编辑',
      danger: true,
    }).then((confirmed) => {
      if (confirmed) closeForm()
    })
  }
  const title = shownRow === null ? '' : `${shownRow.sku?.wireframeId ? '编辑' : '上传'}线框图 · ${nameOfRow(shownRow)}`
  return (
    <Drawer
      visible={row !== null}
      title={title}
      footer={null}
      width="min(960px, 100vw)"
      className="wireframes-drawer"
      maskClosable={false}
      unmountOnExit
      onCancel={cancel}
      afterClose={() => setShownRow(null)}
    >
      {shownRow !== null && (
        <div className="wireframes-drawer-body">
          <DrawerBody key={shownRow.key} row={shownRow} onSaved={closeForm} onCancel={cancel} onDirty={onDirty} />
        </div>
      )}
    </Drawer>
  )
}

interface DrawerBodyProps {
  readonly row: WireframeRow
  readonly onSaved: () => void
  readonly onCancel: () => void
  readonly onDirty: (isDirty: boolean) => void
}

function DrawerBody({ row, ...form }: DrawerBodyProps) {
  const id = row.sku?.wireframeId ?? null
  return id === null ? <WireframeForm row={row} wireframe={null} {...form} /> : <LoadedForm id={id} row={row} {...form} />
}

function LoadedForm({ id, ...form }: DrawerBodyProps & { readonly id: number }) {
  const api = useApi()
  // Read again, so that the form starts from what is stored.
  const frame = useQuery({ ...wireframeQuery(api, id), staleTime: 0, refetchOnWindowFocus: false })
  if (frame.data !== undefined && frame.isFetchedAfterMount) return <WireframeForm wireframe={frame.data} {...form} />
  if (frame.isFetching)
    return <Skeleton className="wireframes-form-skeleton" animation text={{ rows: 8 }} aria-label="正在加载线框图" />
  return <LoadError error={frame.error} onRetry={() => void frame.refetch()} />
}
