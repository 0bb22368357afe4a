import type {
	CreateDataTableOptions,
	DataTable,
	DataTableColumnJsType,
	DataTableFilter,
	DataTableRow,
	DataTableRowReturn,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
	ListDataTableRowsOptions,
	UpdateDataTableRowOptions,
} from 'n8n-workflow';

type Value = DataTableColumnJsType | undefined;

/** The tables of n8n's Data Table node: in memory, and each change is atomic. */
export class DataTables {
	private readonly tables: Array<DataTable & { rows: DataTableRowReturn[] }> = [];

	/** The rows of a table, or of those tables that there are. */
	rows(name = ''): DataTableRowReturn[] {
		return this.tables.filter((table) => table.name.includes(name)).flatMap(({ rows }) => rows);
	}

	/** n8n's proxy for the engine, under `data-table`. */
	get dataTableProxyProvider() {
		return {
			getDataTableAggregateProxy: async () => await Promise.resolve(this.all()),
			getDataTableProxy: async (_workflow: unknown, _node: unknown, id: string) =>
				await Promise.resolve(this.one(id)),
		};
	}

	private all(): Pick<IDataTableProjectAggregateService, 'createDataTable' | 'getManyAndCount'> {
		return {
			// n8n finds every table whose name contains this one.
			getManyAndCount: async ({ filter }) => {
				const data = this.tables.filter(({ name }) => name.includes(String(filter?.name)));
				return await Promise.resolve({ data, count: data.length });
			},
			createDataTable: async ({ name, columns }: CreateDataTableOptions) => {
				const id = `table-${this.tables.length}`;
				const now = new Date();
				const table = { id, name, projectId: '', createdAt: now, updatedAt: now };
				const named = columns.map((column, index) => ({
					...column,
					index,
					id: column.name,
					dataTableId: id,
				}));
				this.tables.push({ ...table, columns: named, rows: [] });
				return await Promise.resolve({ ...table, columns: named });
			},
		};
	}

	private one(
		tableId: string,
	): Pick<
		IDataTableProjectService,
		'getColumns' | 'getManyRowsAndCount' | 'insertRows' | 'updateRows'
	> {
		const { columns, rows } = this.tables.find(({ id }) => id === tableId)!;
		const converted = (row: DataTableRow) =>
			Object.fromEntries(
				Object.entries(row).map(([name, value]) => {
					const column = columns.find((it) => it.name === name);
					if (!column) throw new Error(`unknown column name '${name}'`);
					const isOfType = column.type === 'date' || value === null || typeof value === column.type;
					if (!isOfType) throw new Error(`value '${String(value)}' is no ${column.type}`);
					const isDate = column.type === 'date' && value !== null;
					return [name, isDate ? new Date(value as string) : value];
				}),
			);
		return {
			getColumns: async () => await Promise.resolve(columns),
			getManyRowsAndCount: async ({ filter, take, skip = 0 }: ListDataTableRowsOptions) => {
				const found = rows.filter((row) => !filter || matches(row, filter));
				const data = found.slice(skip, take === undefined ? undefined : skip + take);
				return await Promise.resolve({
					count: found.length,
					data: data.map((row) => ({ ...row })),
				});
			},
			insertRows: (async (added: DataTableRow[]) => {
				const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
				const inserted = added.map((row, index) => {
					const now = new Date();
					const id = rows.length + index + 1;
					return { ...empty, ...converted(row), id, createdAt: now, updatedAt: now };
				}) as unknown as DataTableRowReturn[];
				rows.push(...inserted);
				return await Promise.resolve(inserted.map((row) => ({ ...row })));
			}) as IDataTableProjectService['insertRows'],
			updateRows: async ({ data, filter }: UpdateDataTableRowOptions) => {
				const changed = rows.filter((row) => matches(row, filter));
				for (const row of changed) Object.assign(row, converted(data), { updatedAt: new Date() });
				return await Promise.resolve(changed.map((row) => ({ ...row })));
			},
		};
	}
}

function matches(row: DataTableRowReturn, { type, filters }: DataTableFilter): boolean {
	const holds = ({ columnName, condition, value }: DataTableFilter['filters'][number]) => {
		const order = compare(row[columnName], value);
		switch (condition) {
			case 'eq':
				return order === 0;
			case 'neq':
				return order !== 0;
			case 'lt':
				return order < 0;
			case 'lte':
				return order <= 0;
			default:
				throw new Error(`no condition ${condition} here`);
		}
	};
	return type === 'and' ? filters.every(holds) : filters.some(holds);
}

/** As a database: nothing is smaller or larger than nothing. */
function compare(one: Value, other: Value): number {
	const [left, right] = [one, other].map((value) =>
		value instanceof Date ? value.getTime() : value,
	);
	if (left === right) return 0;
	if (left === null || right === null || left === undefined || right === undefined) return NaN;
	return left < right ? -1 : 1;
}
