import type { MiniAppTemplate } from './mini-app'

const shape = 'ID:1.2.0@2026-08-12=新增文字竖排;1.1.0@2026-05-06=新增素材库'

/**
 * Parses our mini-app template on the marketplace, with the versions that sellers may use, newest first. Throws an Error that
 * shows the expected format.
 */
export function parseMiniAppTemplate(text: string): MiniAppTemplate {
  const [, templateId = '', list = ''] = /^(\d+):(.+)$/s.exec(text) ?? []
  const versions = list.split(';').map((entry) => {
    const [, templateVersion = '', day = '', note = ''] = /^\s*([\w.-]{1,50})@(\d{4}-\d\d-\d\d)=(.{0,200})$/s.exec(entry) ?? []
    const createdAt = new Date(`${day}T00:00:00+08:00`)
    if (templateVersion === '' || Number.isNaN(createdAt.getTime())) throw new Error(`须写成 ${shape}`)
    return { templateVersion, createdAt, note: note.trim() }
  })
  versions.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return { templateId, versions }
}
