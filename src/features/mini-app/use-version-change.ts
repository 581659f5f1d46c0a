import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MiniAppTemplateVersion } from '../../../contract/types'
import { miniAppKey } from '../../api/queries/mini-app'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { type App, ageOf, type VersionAge } from './standing'

const consequenceTexts: Record<VersionAge, string> = {
  current: '',
  newer: '更新后立即上线，买家再次打开小程序就是新版本。',
  unknown: '更新后立即上线，买家再次打开小程序就是这个版本。',
  older: '这是较早的版本，换回后立即上线，买家将用不到之后新增的功能。',
}

/** Asks for confirmation, then changes the mini-app to a version and publishes it; one dialog at a time. */
export function useVersionChange(app: App, versions: readonly MiniAppTemplateVersion[]) {
  const api = useApi()
  const queries = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (templateVersion: string) => api.miniApp.updateVersion({ body: { templateVersion } }),
    onSuccess: (updated) => queries.setQueryData(miniAppKey, updated),
    // The server may have carried out a failed call.
    onError: () => void queries.invalidateQueries({ queryKey: miniAppKey }),
  })
  const change = useOneAtATime(async ({ templateVersion, note }: MiniAppTemplateVersion) => {
    const age = ageOf(templateVersion, app, versions)
    const verb = age === 'older' ? '换回' : '更新到'
    const confirmed = await confirm({
      title: `${verb}版本 ${templateVersion}？`,
      content: [note && `更新内容：${note}。`, consequenceTexts[age]].filter(Boolean).join(''),
      okText: `${verb} ${templateVersion}`,
      onOk: () => mutateAsync(templateVersion),
    })
    if (confirmed) toastSuccess(`已${verb}版本 ${templateVersion}`)
  })
  return { change, busy: isPending }
}
