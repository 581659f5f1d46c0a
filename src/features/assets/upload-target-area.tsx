import { type ReactNode, useEffect, useRef } from 'react'
import type { DesignAssetCollection } from '../../../contract/types'
import { galleryOf } from '../../base/paths'
import { filesOfTransfer, type PickedFile } from '../../base/picked-files'
import { useListQuery } from '../../ui/use-list-query'
import { assetPageSizes } from './asset-gallery'
import type { AssetKind } from './asset-kinds'
import { named } from './pasted'
import { UploadWizard } from './upload-wizard'
import { useFileDrop } from './use-file-drop'
import { useUpload } from './use-upload'

interface UploadDoorProps {
  readonly kind: AssetKind
  readonly collection: DesignAssetCollection
  readonly children: ReactNode
}

/**
 * Accepts pictures for a collection: dropped anywhere on its gallery, pasted, or picked in the wizard. `?upload=new` opens the
 * wizard, `?upload=<task>` opens it with that task.
 */
export function UploadTargetArea({ kind, collection, children }: UploadDoorProps) {
  const list = useListQuery(galleryOf(kind.key), assetPageSizes)
  const shown = list.get('upload')
  const show = (upload: string | null, options?: { readonly replace: boolean }) => {
    if ((upload ?? '') !== shown) list.set({ page: list.pageNo, upload }, options)
  }
  const upload = useUpload(kind, collection, (taskId) => show(taskId, { replace: true }))
  const take = (files: readonly PickedFile[]) => {
    show('new')
    upload.take(files)
  }
  const unreadable = () => {
    show('new')
    upload.unreadable()
  }
  const drop = useFileDrop({ onFiles: take, onUnreadable: unreadable })

  const paste = useRef<(event: ClipboardEvent) => void>(() => undefined)
  paste.current = (event) => {
    const { clipboardData } = event
    if (!clipboardData?.types.includes('Files')) return
    // Ignore a paste while another dialog or a table of results is open.
    if (shown !== 'new' && document.querySelector('[role=dialog]') !== null) return
    event.preventDefault()
    const now = new Date()
    filesOfTransfer(clipboardData).then((files) => take(files.map((file) => named(file, now))), unreadable)
  }
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste.current(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])

  return (
    <>
      <section className="assets-main" aria-label={collection.name} {...drop.props}>
        {children}
        {drop.over && <div className="assets-drop-hint">松开鼠标，上传到「{collection.name}」</div>}
      </section>
      <UploadWizard
        kind={kind}
        collection={collection}
        shown={shown}
        upload={upload}
        onAgain={() => show('new', { replace: true })}
        onClose={() => {
          upload.reset()
          show(null, { replace: true })
        }}
      />
    </>
  )
}
