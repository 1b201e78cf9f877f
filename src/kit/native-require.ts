/**
 * Node's own `require`, for CommonJS packages that every start or Express needs. Those imported by an ES module that a user requires are not
 * found below Yarn's Plug'n'Play; and `require` in the vm pools of vitest 3 compiles an ES module that a package offers to it as CommonJS.
 */
export const nativeRequire: NodeJS.Require = process
  .getBuiltinModule('node:module')
  .createRequire(import.meta.url)
