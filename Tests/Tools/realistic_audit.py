#!/usr/bin/env python3
"""Searches realistic logs, clean and with planted secrets, by the command `vault`, and compares with what was planted.

    realistic_audit.py VAULT_COMMAND MEBIBYTES SECRETS SEED FOLDER

Prints times and rates; ends with status 1 where a secret is missed, or something is found that was not planted.
"""

import json
import os
import random
import subprocess
import sys
import time

FILES = 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ0123456789"
GENERATOR = os.path.join(os.path.dirname(__file__), "realistic_log.py")


def secrets_of(seed, count):
    """Values that encodings treat differently, with ends of 24 bytes that tell enough by themselves."""
    numbers = random.Random(seed)
    text = lambda size, letters: "".join(numbers.choices(letters, k=size))
    return [text(26, LETTERS) + text(numbers.randint(8, 34), LETTERS + "+/=\"\\&<~_-.:" * 3)
            + numbers.choice(["é", "码", "🔑", "\"", ""]) + text(26, LETTERS) for _ in range(count)]


class Audit:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.key = ["--vault", f"{folder}/a.vault", "--key-file", f"{folder}/key"]

    def run(self, *words, status=0):
        done = subprocess.run([self.command, *words, *self.key], capture_output=True)
        if done.returncode != status:
            sys.exit(f"vault {words[0]}: status {done.returncode}\n{done.stderr.decode()}")
        return done.stdout

    def store(self, secrets):
        self.run("init")
        with open(f"{self.folder}/secrets.json", "w") as file:
            json.dump(secrets, file)
        self.run("import", "json", f"{self.folder}/secrets.json", "--service", "realistic", "--keep",
                 "--path", ",".join(str(number) for number in range(len(secrets))))

    def findings(self, files, status=1):
        """The findings as tuples, and the seconds they took."""
        start = time.monotonic()
        report = json.loads(self.run("inspect", "--format", "json", "--logs", *files, status=status))
        report = report.get("leaks", report)
        if report["omitted_findings"]:
            sys.exit("more findings than a report holds: search for fewer secrets")
        found = [(f["file"], f["first_byte"], f["end_byte"], f["extent"], f["encoding"], f["account"], f["line"])
                 for f in report["findings"]]
        return found, time.monotonic() - start


def write_logs(folder, size, seed, plantings):
    files, running = [], []
    for number, planting in enumerate(plantings):
        files.append(f"{folder}/{number}.log")
        words = [sys.executable, GENERATOR, "--seed", str(seed + number), "--bytes", str(size // FILES), "--strangers",
                 "--output", files[-1]]
        if planting:
            with open(files[-1] + ".secrets", "w") as file:
                file.write("\n".join(planting))
            words += ["--plant", files[-1] + ".secrets", "--truth", files[-1] + ".truth"]
        running.append(subprocess.Popen(words))
    if any([process.wait() for process in running]):
        sys.exit("a log could not be written")
    return files


def rate(files, seconds):
    size = sum(os.path.getsize(file) for file in files)
    return f"{size / (1 << 20):.0f} MiB in {seconds:.1f} s, {size / 1e6 / seconds:.0f} MB/s"


def main():
    command, folder = sys.argv[1], sys.argv[5]
    size, count, seed = int(sys.argv[2]) << 20, int(sys.argv[3]), int(sys.argv[4])
    secrets = secrets_of(seed, count)
    audit = Audit(command, folder)
    audit.store(secrets)

    files = write_logs(folder, size, seed, [None] * FILES)
    found, seconds = audit.findings(files, status=0)
    print(f"clean: {rate(files, seconds)}, {len(found)} findings", flush=True)

    with open(f"{folder}/names.log", "w") as file:
        file.write("\n".join(secrets))
    numbers = {account: line - 1 for *_, account, line in audit.findings([f"{folder}/names.log"])[0]}
    files = write_logs(folder, size, seed, [secrets[number::FILES] for number in range(FILES)])
    planted = set()
    for place, file in enumerate(files):
        with open(file + ".truth") as truth:
            for line in map(json.loads, truth):
                planted.add((file, line["start"], line["end"], line["extent"], line["encoding"],
                             place + FILES * line["secret"]))
    found, seconds = audit.findings(files)
    places = {(*rest, numbers.get(account)) for *rest, account, _ in found}
    missed, surplus = planted - places, places - planted
    print(f"planted: {rate(files, seconds)}, {len(planted)} planted, {len(found)} found, {len(missed)} missed, "
          f"{len(found) - len(places & planted)} not planted")
    for kind, some in (("missed", missed), ("not planted", surplus)):
        for one in sorted(some, key=str)[:5]:
            print(f"  {kind}: {one}")
    sys.exit(1 if missed or surplus or len(found) != len(planted) else 0)


if __name__ == "__main__":
    main()
