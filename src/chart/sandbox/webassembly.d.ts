/** Part of the global that the sandbox uses: without the types of browsers, TypeScript does not know it. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer;
  }

  class Global {
    readonly value: number | bigint;
  }

  type Imports = Record<string, Record<string, (...args: number[]) => number>>;

  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }

  class Module {
    readonly [Symbol.toStringTag]: string;
    static imports(module: Module): readonly { readonly module: string; readonly name: string }[];
  }

  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;

  function instantiate(module: Module, imports: Imports): Promise<Instance>;
}
