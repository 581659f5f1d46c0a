/** Titles of the help, in reading order; the texts load with the help screen. */
export const helpTopics = [
  { id: 'start', title: '五分钟做出第一个模板' },
  { id: 'sign-in', title: '登录与退出' },
  { id: 'first-password', title: '用一次性链接设置密码' },
  { id: 'session', title: '登录过期后找回内容' },
  { id: 'sub-account', title: '子账号授权教程' },
  { id: 'qianniu', title: '在千牛里使用' },
  { id: 'browser', title: '在浏览器里使用' },
  { id: 'groups', title: '管理模板分组' },
  { id: 'new-template', title: '新建模板' },
  { id: 'manage-templates', title: '复制和删除模板' },
  { id: 'sort-templates', title: '调整模板顺序' },
  { id: 'pictures', title: '准备图片：格式与大小' },
  { id: 'upload', title: '上传、拖入和粘贴图片' },
  { id: 'select-layers', title: '选择图层' },
  { id: 'transform', title: '移动、缩放和旋转' },
  { id: 'background', title: '设置背景图层' },
  { id: 'layer-order', title: '图层顺序与锁定' },
  { id: 'print-area', title: '线框图与打印区域' },
  { id: 'preview', title: '切换机型预览' },
  { id: 'undo', title: '撤销、重做与快捷键' },
  { id: 'saving', title: '保存、草稿与多人同时修改' },
  { id: 'errors', title: '出错时怎么办' },
] as const

export type HelpTopicId = (typeof helpTopics)[number]['id']
